// How long an SMS is, as gateways count and charge it. Pure.

/** Limit of the advisor's own words: with the rest about four SMS; many gateways refuse more than ten. */
export const LONGEST_SMS_NOTE = 300

const TOKEN_LENGTH = 32

/** As long as the link of a real message, and in the same alphabet. */
export const linkAsLong = (baseUrl: string, clientId: string) =>
  `${baseUrl}/o/${'x'.repeat(Math.ceil((clientId.length * 4) / 3))}.${'x'.repeat(TOKEN_LENGTH)}`

interface SmsLength {
  segments: number
  /** As they count: some of the alphabet count twice. */
  characters: number
  alphabet: 'GSM-7' | 'UCS-2'
}

export const countSegments = (text: string): number => measureSms(text).segments

/** GSM 03.38: 160 characters of its alphabet or 70 others, a little less each if there are several SMS. */
export function measureSms(text: string): SmsLength {
  const isPlain = /^[\w\s@£$¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà^{}[\]~|\\€]*$/.test(
    text,
  )
  // These count twice.
  const characters = isPlain ? text.length + (text.match(/[\^{}[\]~|\\€]/g)?.length ?? 0) : text.length
  const [one, several] = isPlain ? [160, 153] : [70, 67]
  const segments = characters <= one ? 1 : Math.ceil(characters / several)
  return { segments, characters, alphabet: isPlain ? 'GSM-7' : 'UCS-2' }
}
