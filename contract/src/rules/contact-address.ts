// Whether a text is an e-mail address or a telephone number, for tablet, service, sending and settings alike. Pure.

/** The longest address that mail can be sent to. */
export const emailLength = 254

const NOT_IN_EMAIL = '\\s@\\p{C},;<>"()[\\]\\\\'
const EMAIL = new RegExp(
  `^[^${NOT_IN_EMAIL}]+@(?:localhost|[^.${NOT_IN_EMAIL}]+(?:\\.[^.${NOT_IN_EMAIL}]+)+)$`,
  'iu',
)

/** The domain must have a dot, because people forget its end; localhost is the exception. */
export const isEmail = (text: string): boolean => text.length <= emailLength && EMAIL.test(text)

/** A number with fewer digits cannot be reached from outside. */
const DIGITS_NEEDED = 5

export const phoneDigits = (text: string): string => text.replaceAll(/[^0-9]/g, '')

/** Ignores everything else in the text, such as spaces or a word. */
export const isPhone = (text: string): boolean =>
  phoneDigits(text).length >= DIGITS_NEEDED && !/\p{C}/u.test(text)
