// When a part that wears is due, in words, of every language. Made by `npm run generate`; change the code instead.
import en from '../../../languages/en/wear-words.json' with { type: 'json' }
import de from '../../../languages/de/wear-words.json' with { type: 'json' }
import fr from '../../../languages/fr/wear-words.json' with { type: 'json' }
import pl from '../../../languages/pl/wear-words.json' with { type: 'json' }
import ru from '../../../languages/ru/wear-words.json' with { type: 'json' }

export const wordsByLanguage = {
  en: en,
  de: de,
  fr: fr,
  pl: pl,
  ru: ru,
}
