"""What is known of languages: tokens, word forms, numbers, synonyms, and the concepts that rules turn on."""
