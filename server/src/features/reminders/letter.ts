// What a reminder says: each work with what was found then, what it cost then and what it costs today. One line for each work; in an
// SMS only their names.
import type { PutOffWork } from '@walkaround/contract/app/put-off-work.ts'
import type { ChannelName } from '@walkaround/contract/messages.ts'
import { type Formats, formatsOf } from '@walkaround/contract/rules/formats.ts'
import { sharedWordsOf } from '@walkaround/contract/rules/shared-words.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { readTexts } from '../../outside/language-files.ts'
import { toMessageLanguage } from '../messages/texts.ts'

interface Words {
  measured: string
  then: string
  today: string
}

/** In an SMS, and in all: the page has the rest. */
const LONGEST_SMS_WORK = 80
const MOST_LINES = 8

interface Look {
  channel: ChannelName
  language: string
  timeZone: string
}

export function describeReminded(work: readonly PutOffWork[], { channel, language, timeZone }: Look): string {
  if (channel === 'sms') return shortened(work.map(({ text }) => text).join(', '))
  const formats = formatsOf(toMessageLanguage(language), timeZone, sharedWordsOf(language))
  const words = readTexts<Words>('reminders', language)
  const lines = work
    .slice(0, MOST_LINES)
    .map((one) => `• ${[one.text, ...facts(one, words, formats)].join(' – ')}`)
  return [...lines, ...(work.length > MOST_LINES ? ['• …'] : [])].join('\n')
}

function facts(work: PutOffWork, words: Words, formats: Formats): string[] {
  const measured = work.findings.find(({ value }) => value !== undefined)
  const then = work.amountIncVat ?? work.amountExVat
  const now = work.today?.amountIncVat ?? work.today?.amountExVat
  return [
    measured?.value === undefined
      ? ''
      : fill(words.measured, { value: shownValue(measured.value, measured.unitOfMeasurement, formats) }),
    then === undefined ? '' : fill(words.then, { sum: formats.money(then, work.currency) }),
    now === undefined ? '' : fill(words.today, { sum: formats.money(now, work.today?.currency) }),
  ].filter(Boolean)
}

/** Values are texts of the interface: a number where something was measured. */
const shownValue = (value: string, unit: string | undefined, formats: Formats): string =>
  value.trim() !== '' && Number.isFinite(Number(value))
    ? formats.quantity(Number(value), unit)
    : [value, unit && formats.unitWord(unit)].filter(Boolean).join(' ')

const shortened = (text: string): string => {
  const signs = [...text]
  return signs.length <= LONGEST_SMS_WORK ? text : `${signs.slice(0, LONGEST_SMS_WORK - 3).join('')}...`
}
