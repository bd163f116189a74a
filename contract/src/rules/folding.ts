// Folds plates, search words, names and makes, so that different spellings compare equal. Pure; stored texts are folded the same way.
// A change of what a search folds needs the terms of stored rows renewed: see docs/decisions/0085-a-search-by-sound.md.

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

const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

/** Latin letters that no mark can be taken from. */
const latin: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  Ħ: 'H',
  ẞ: 'SS',
}

/** Cyrillic letters that are painted like Latin ones: plates show no others. */
const painted: Readonly<Record<string, string>> = {
  ...latin,
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
}

/** For plates, VINs and numbers: by how they look. А123ВС is A123BC on every keyboard, and MÜ is MU. */
export const foldByLook = (text: string): string =>
  withoutMarks(foldForSearch(text)).replaceAll(/[^\0-\x7F]/gu, (letter) => painted[letter] ?? letter)

/** Cyrillic letters as English and German write them, in the spelling that the rules below end with. */
const spelled: Readonly<Record<string, string>> = {
  ...latin,
  А: 'A',
  Б: 'B',
  В: 'V',
  Г: 'G',
  Ґ: 'G',
  Д: 'D',
  Е: 'E',
  Є: 'E',
  Ж: 'ZH',
  З: 'Z',
  И: 'I',
  І: 'I',
  К: 'K',
  Л: 'L',
  М: 'M',
  Н: 'N',
  О: 'O',
  П: 'P',
  Р: 'R',
  С: 'S',
  Т: 'T',
  У: 'U',
  Ф: 'F',
  Х: 'KH',
  Ц: 'TS',
  Ч: 'KH',
  Ш: 'SH',
  Щ: 'SHKH',
  Ъ: '',
  Ы: 'Y',
  Ь: '',
  Э: 'E',
  Ю: 'YU',
  Я: 'YA',
}

/** In this order. Both sides of a comparison follow them, so a rule may be coarse, but it must not depend on what stands far away. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/C/g, 'K'],
  [/TSKH/g, 'KH'],
  [/SKH/g, 'SH'],
  [/X/g, 'KS'],
  [/PH/g, 'F'],
  [/TH/g, 'T'],
  [/W/g, 'V'],
  [/J/g, 'Y'],
  // ü, ue and u
  [/([AOU])E/g, '$1'],
  // Lyudmila, Tatjana, Yevgeny
  [/(?<=[BDFGHKLMNPQRSTVZ])Y(?=[AEIOU])|Y(?=E)/g, ''],
  [/Y(?![AEIOU])/g, 'I'],
  [/(\p{L})\1+/gu, '$1'],
]

/** For names and words: by how they sound. Krüger, Krueger, Kruger and Крюгер are KRUGER. */
export function foldBySound(text: string): string {
  const plain = withoutMarks(foldForSearch(text)).replaceAll(
    /[^\0-\x7F]/gu,
    (letter) => spelled[letter] ?? letter,
  )
  return sounds.reduce((word, [sound, written]) => word.replaceAll(sound, written), plain)
}
