// The words that all share, of every language. Made by `npm run generate`; change the code instead.
import en from '../../../languages/en/shared-words.json' with { type: 'json' }
import de from '../../../languages/de/shared-words.json' with { type: 'json' }
import fr from '../../../languages/fr/shared-words.json' with { type: 'json' }
import pl from '../../../languages/pl/shared-words.json' with { type: 'json' }
import ru from '../../../languages/ru/shared-words.json' with { type: 'json' }

export const wordsByLanguage = {
  en: en,
  de: de,
  fr: fr,
  pl: pl,
  ru: ru,
}
