import pathlib, anywidget, traitlets

class Figure(anywidget.AnyWidget):
    _esm = pathlib.Path("node_modules/posenc/dist/anywidget.js")
    figure = traitlets.Unicode("pe-heatmap").tag(sync=True)
    d_model = traitlets.Int(50).tag(sync=True)
    positions = traitlets.List([0, 20]).tag(sync=True)
