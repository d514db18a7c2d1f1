"""Judge what two sentences say differently: concepts, duties, numbers and words, and how sure that is."""
