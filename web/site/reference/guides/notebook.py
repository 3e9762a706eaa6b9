import pathlib, anywidget, traitlets

package = pathlib.Path("node_modules/posenc/dist")

class Figure(anywidget.AnyWidget):
    _esm = (package / "embed.single.js").read_text() + (package / "anywidget.js").read_text()
    figure = traitlets.Unicode("pe-heatmap").tag(sync=True)
    d_model = traitlets.Int(50).tag(sync=True)
    positions = traitlets.List([0, 20]).tag(sync=True)
