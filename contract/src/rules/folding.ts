// Folds plates, search words, names and makes, so that different spellings compare equal. Pure; stored texts are folded the same way.

/** Capitals, without blanks, hyphens and dots: B-WA 1042 is BWA1042. The sign | separates texts that are searched together. */
export const foldForSearch = (text: string): string =>
  text
    .normalize('NFC')
    .toUpperCase()
    .replaceAll(/[\s\-–·.|]/g, '')

/** Without case, and with single spaces. */
export const foldName = (name: string | undefined): string =>
  (name ?? '').normalize('NFC').toLowerCase().trim().replaceAll(/\s+/g, ' ')

/** Makes when a template is chosen by make (D1): without case. Empty for a vehicle without a make. */
export const foldMake = (make: string | undefined): string => make?.trim().toLowerCase() ?? ''
