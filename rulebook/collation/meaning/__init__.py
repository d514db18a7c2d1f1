"""Judge what two sentences say differently: concepts, duties, actors, numbers and words, and how sure that is."""
