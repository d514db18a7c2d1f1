"""How nbconvert makes pages of chapters: `jupyter nbconvert --config jupyter_nbconvert_config.py --to html *.ipynb`.

Cells that only test what a chapter says are left out, and the code of those that only call the book.
"""

c = get_config()  # noqa: F821 - given by the loader of Jupyter's configuration files
c.TemplateExporter.preprocessors = ["nbconvert.preprocessors.TagRemovePreprocessor"]
c.TagRemovePreprocessor.remove_cell_tags = {"remove-cell"}
c.TagRemovePreprocessor.remove_input_tags = {"remove-input"}
c.ExecutePreprocessor.store_widget_state = c.ExecutePreprocessor.record_timing = False
