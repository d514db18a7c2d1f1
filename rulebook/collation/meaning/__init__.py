"""What two sentences say otherwise: their concepts, duties, actors, numbers and words, and how sure that is."""
