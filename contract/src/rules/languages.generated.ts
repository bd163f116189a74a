// The languages there are: the folders in languages/, and what their language.json says. Made by `npm run generate`; change the code instead.
export const languages = ['en', 'de', 'fr', 'pl', 'ru'] as const

export const languageNames = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  pl: "Polski",
  ru: "Русский",
} as const

export const locales: Readonly<Record<string, string>> = {
  en: "en-GB",
}
