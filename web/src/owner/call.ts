// The link to call somebody. Its number breaks only between groups of digits.
import { type Html, html } from '../html.ts'
import { callSign } from './signs.ts'

const PLACE = '{telephone}'

/** `words` contains {telephone}. */
export function renderCall(words: string, telephone: string): Html {
  const [before, after] = words.split(PLACE)
  return html`<a class="call" href="tel:${telephone.replaceAll(/[^\d+]/g, '')}">${callSign}<span>${before}<span class="telephone">${telephone}</span>${after}</span></a>`
}
