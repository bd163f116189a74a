// What is drawn on photos, in words, of every language. Made by `npm run generate`; change the code instead.
import en from '../../../languages/en/markup-words.json' with { type: 'json' }
import de from '../../../languages/de/markup-words.json' with { type: 'json' }
import fr from '../../../languages/fr/markup-words.json' with { type: 'json' }
import pl from '../../../languages/pl/markup-words.json' with { type: 'json' }
import ru from '../../../languages/ru/markup-words.json' with { type: 'json' }

export const wordsByLanguage = {
  en: en,
  de: de,
  fr: fr,
  pl: pl,
  ru: ru,
}
