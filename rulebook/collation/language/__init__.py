"""Words of languages: tokens, forms, numbers, synonyms, and the concepts that rules turn on."""
