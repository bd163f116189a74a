// The words about cars and decisions, of every language. Made by `npm run generate`; change the code instead.
import en from '../../../languages/en/car-words.json' with { type: 'json' }
import de from '../../../languages/de/car-words.json' with { type: 'json' }
import fr from '../../../languages/fr/car-words.json' with { type: 'json' }
import pl from '../../../languages/pl/car-words.json' with { type: 'json' }
import ru from '../../../languages/ru/car-words.json' with { type: 'json' }

export const wordsByLanguage = {
  en: en,
  de: de,
  fr: fr,
  pl: pl,
  ru: ru,
}
