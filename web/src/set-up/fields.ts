// Fields of the forms of the first start: a label, a hint, and why it is refused.
import { type Child, type Html, html } from '../html.ts'

interface Field {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly hint?: string | undefined
  /** Why it is refused, in words. */
  readonly refused?: string | undefined
  readonly isNeeded?: boolean
}

interface Typed extends Field {
  readonly type?: 'text' | 'password' | 'email'
  readonly autocomplete?: string
  readonly longest?: number
}

const hintId = (name: string) => `${name}-hint`
const refusedId = (name: string) => `${name}-refused`

const described = ({ name, hint, refused }: Field): Child => {
  const ids = [...(refused ? [refusedId(name)] : []), ...(hint ? [hintId(name)] : [])]
  return [
    ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`,
    refused !== undefined && html` aria-invalid="true"`,
  ]
}

const around = (field: Field, control: Html): Html =>
  html`<div class="field"><label for="${field.name}">${field.label}</label>
${field.refused && html`<p id="${refusedId(field.name)}" class="refused">${field.refused}</p>`}${control}
${field.hint && html`<p id="${hintId(field.name)}" class="hint">${field.hint}</p>`}</div>`

export function renderInput(field: Typed): Html {
  const { name, value, isNeeded, type = 'text', autocomplete = 'off', longest = 200 } = field
  return around(
    field,
    html`<input id="${name}" name="${name}" type="${type}" value="${value}" maxlength="${longest}" autocomplete="${autocomplete}"${isNeeded && html` required`}${described(field)}>`,
  )
}

/** Text of many lines, such as a certificate. */
export function renderArea(field: Field & { readonly rows: number }): Html {
  const { name, value, isNeeded, rows } = field
  return around(
    field,
    html`<textarea id="${name}" name="${name}" rows="${rows}" maxlength="60000" autocomplete="off" spellcheck="false" class="code"${isNeeded && html` required`}${described(field)}>${value}</textarea>`,
  )
}

interface Chosen extends Field {
  readonly options: readonly (readonly [value: string, words: string])[]
  /** The browser proposes its own time zone until somebody chooses. */
  readonly isZone?: boolean
}

export function renderSelect(field: Chosen): Html {
  const { name, value, options, isZone } = field
  return around(
    field,
    html`<select id="${name}" name="${name}" required${isZone && html` data-zone`}${described(field)}>${options.map(
      ([one, words]) => html`<option value="${one}"${one === value && html` selected`}>${words}</option>`,
    )}</select>`,
  )
}

export const renderHidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`
