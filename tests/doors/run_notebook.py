"""Runs a notebook as Jupyter does, and writes the state of its widgets.

usage: python run_notebook.py NOTEBOOK FILE        (in the folder with node_modules)
"""

import json
import os
import sys

import nbformat
from nbclient import NotebookClient

notebook, target = sys.argv[1:]
client = NotebookClient(nbformat.read(notebook, as_version=4), timeout=120, resources={"metadata": {"path": os.getcwd()}})
client.execute()
VIEW = "application/vnd.jupyter.widget-view+json"
outputs = [output for cell in client.nb.cells for output in cell.get("outputs", [])]
places = [output["data"][VIEW]["model_id"] for output in outputs if VIEW in output.get("data", {})]
printed = [output["text"].strip() for output in outputs if output["output_type"] == "stream"]
with open(target, "w") as file:
    json.dump({"widgets": [{"state": client.widget_state[place]} for place in places], "printed": printed}, file)
