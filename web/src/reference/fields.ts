// Tables of fields: one level in full. Objects unfold in place: unnamed ones are there, named ones are copied from their place under
// Schemas by reference.js, so that the page holds them once; without script there is the link.
import { type Html, html, joined } from '../html.ts'
import { renderInline, renderMarkdown } from '../markdown.ts'
import { breakable } from './breaks.ts'
import { isRecord, type Json, toList, toRecord, toText, toTexts } from './json.ts'
import {
  alternativesOf,
  type Context,
  renderRules,
  renderType,
  renderValues,
  valuesOf,
} from './schema-words.ts'

export type Field = { readonly name: string; readonly required: boolean; readonly schema: Json }

const nestedDepth = 3

/** The fields of an object, including those of its allOf parts. */
export function fieldsOf(context: Context, schema: Json, depth = 0): readonly Field[] {
  if (depth > nestedDepth) return []
  const resolved = context.document.resolve(schema)
  const required = new Set(toTexts(resolved.required))
  const own = Object.entries(toRecord(resolved.properties)).map(([name, field]) => ({
    name,
    required: required.has(name),
    schema: toRecord(field),
  }))
  const merged = new Map(
    [...toList(resolved.allOf).flatMap((part) => fieldsOf(context, toRecord(part), depth + 1)), ...own].map(
      (field) => [field.name, field],
    ),
  )
  return [...merged.values()]
}

/** What a body or a reply contains: for an array, the fields of its entries. */
export function entryOf(context: Context, schema: Json): Json {
  const resolved = context.document.resolve(schema)
  return resolved.type === 'array' && isRecord(resolved.items) ? resolved.items : schema
}

type Marks = {
  readonly ours: boolean
  readonly decisions?: readonly string[]
  readonly deprecated?: boolean
  readonly stability?: string
  /** Explains in words the letters and numbers of the decisions. */
  readonly labelled?: boolean
}

export function renderBadges(context: Context, marks: Marks): Html {
  const { texts } = context
  const decisions = marks.decisions ?? []
  return html`${marks.ours && html`<span class="badge ours">${texts.ours}</span> `}${
    marks.deprecated === true && html`<span class="badge">${texts.deprecated}</span> `
  }${
    (marks.stability === 'stable' || marks.stability === 'preview') &&
    html`<a class="badge ${marks.stability}" href="${context.guideOf('stability')}">${texts[marks.stability]}</a> `
  }${
    decisions.length > 0 &&
    html`<span class="${marks.labelled === true ? 'badges-label' : 'unseen'}">${texts.decisions}</span> `
  }${decisions.map(
    (id) =>
      html`<a class="badge decision" href="${context.guideOf('decisions-of-the-interface', id.toLowerCase())}">${id}</a> `,
  )}`
}

function renderNotes(context: Context, schema: Json): Html | false {
  const { texts } = context
  const notes = [
    schema.readOnly === true && html`<span class="badge owned">${texts.readOnly}</span>`,
    schema.writeOnly === true && html`<span class="badge">${texts.writeOnly}</span>`,
    renderBadges(context, {
      ours: schema['x-ours'] === true,
      decisions: toTexts(schema['x-decisions']),
      deprecated: schema.deprecated === true,
    }),
  ]
  return (
    notes.some((note) => note !== false && note.markup !== '') &&
    html`${joined(
      notes.filter((note) => note !== false),
      ' ',
    )} `
  )
}

/** Meaning, rules and values of one field or parameter. */
export function renderMeaning(context: Context, description: string, schema: Json): Html {
  const rules = renderRules(context, schema)
  const isOneLine = !description.includes('\n')
  const words = isOneLine
    ? html`<p${context.documentLanguage}>${renderInline(description)}</p>`
    : html`<div${context.documentLanguage}>${renderMarkdown(description)}</div>`
  return html`${description !== '' && words}${
    rules.length > 0 && html`<p class="rules">${joined(rules, '; ')}</p>`
  }${renderValues(context, schema)}`
}

/** An object without a name is shown where it is used. */
function nestedOf(context: Context, schema: Json): Json | undefined {
  const entry = entryOf(context, schema)
  if (context.document.schemaName(schema) !== undefined || context.document.schemaName(entry) !== undefined)
    return undefined
  return fieldsOf(context, entry).length > 0 ? entry : undefined
}

/** `place` begins the ids of the fields. */
export function renderFields(context: Context, schema: Json, place: string, depth = 0): Html {
  const fields = fieldsOf(context, schema)
  return fields.length > 0
    ? renderFieldTable(context, fields, place, depth)
    : renderAlternatives(context, schema, place, depth)
}

/** The fields of a body: those the service sets are only named, because they are ignored on input (A3). */
export function renderSentFields(context: Context, schema: Json, place: string): Html {
  const fields = fieldsOf(context, schema)
  const isOwned = (field: Field) => context.document.resolve(field.schema).readOnly === true
  const owned = fields.filter(isOwned)
  if (owned.length === 0) return renderFields(context, schema, place)
  const sent = fields.filter((field) => !isOwned(field))
  return html`${sent.length > 0 && renderFieldTable(context, sent, place, 0)}${renderOwned(context, owned)}`
}

/** The form of a schema in requests: only the differences from the form in replies, which is right before it. */
export function renderInputForm(context: Context, schema: Json, place: string): Html {
  const name = toText(schema['x-input-of'])
  const fields = fieldsOf(context, schema)
  const known = new Set(
    fieldsOf(context, { $ref: `#/components/schemas/${name}` }).map((field) => field.name),
  )
  const aliasesOf = (field: Field) => context.document.resolve(field.schema)['x-aliases']
  const special = fields.filter(
    (field) => field.required || !known.has(field.name) || aliasesOf(field) !== undefined,
  )
  const owned = fields.filter((field) => field.schema.readOnly === true)
  const [before = '', after = ''] = context.texts.inputForm.split('{name}')
  return html`<p>${before}<a href="#${context.document.schemaAnchors.get(name)}">${name}</a>${after}</p>
${special.length > 0 && renderFieldTable(context, special, place, 0)}${owned.length > 0 && renderOwned(context, owned)}`
}

function renderOwned(context: Context, owned: readonly Field[]): Html {
  return html`<p class="rules" data-owned>${context.texts.ownedFields} ${joined(
    owned.map((field) => html`<code>${breakable(field.name)}</code>`),
    ', ',
  )}</p>`
}

function renderFieldTable(context: Context, fields: readonly Field[], place: string, depth: number): Html {
  const { texts } = context
  return html`<table class="fields"><thead><tr><th scope="col">${texts.field}</th><th scope="col">${texts.meaning}</th></tr></thead>
<tbody>${fields.map((field) => renderField(context, field, place, depth))}</tbody></table>`
}

function renderField(context: Context, field: Field, place: string, depth: number): Html {
  const resolved = context.document.resolve(field.schema)
  // A named object is described under Schemas; here its first sentence is enough, unless the field says more.
  const isBrief =
    field.schema.description === undefined && context.document.schemaName(field.schema) !== undefined
  const description = isBrief ? toFirstSentence(toText(resolved.description)) : toText(resolved.description)
  const id = `${place}.${toIdPart(field.name)}`
  const inside = renderInside(context, field.schema, id, depth)
  return html`<tr id="${id}"><th scope="row">${renderName(field.name, id)} <span class="type">${renderType(context, field.schema)}</span>${
    field.required && html` <span class="required">${context.texts.required}</span>`
  }</th><td>${renderNotes(context, resolved)}${renderMeaning(context, description, field.schema)}</td></tr>\n${
    // Across both columns: on a phone the second one alone would be too narrow.
    inside !== undefined && html`<tr class="nested"><td colspan="2">${inside}</td></tr>\n`
  }`
}

/** A name that leads to its own place, so that the address can be copied. */
export function renderName(name: string, id: string): Html {
  return html`<a class="name" href="#${id}"><code>${breakable(name)}</code></a>`
}

export function toIdPart(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]+/g, '-')
}

/** The fields of a field that is an object or a list of objects, folded. */
function renderInside(context: Context, schema: Json, id: string, depth: number): Html | undefined {
  const named = namedObjectsOf(context, schema)
  if (named.length > 0) return html`${named.map((name) => renderUnfold(context, name))}`
  const nested = depth < nestedDepth ? nestedOf(context, schema) : undefined
  if (nested === undefined) return undefined
  const count = fieldsOf(context, nested).length
  return html`<details class="unfold"><summary>${context.texts.fields} <span class="count">${count}</span></summary>${renderFields(context, nested, id, depth + 1)}</details>`
}

/** The names of the objects that a field, or an entry of a list, may be. */
function namedObjectsOf(context: Context, schema: Json, depth = 0): readonly string[] {
  const name = context.document.schemaName(schema)
  if (name !== undefined) return hasFields(context, schema) ? [name] : []
  if (depth > nestedDepth) return []
  const resolved = context.document.resolve(schema)
  const inner = isRecord(resolved.items) ? [resolved.items] : alternativesOf(resolved)
  return inner.flatMap((part) => namedObjectsOf(context, toRecord(part), depth + 1))
}

function hasFields(context: Context, schema: Json): boolean {
  if (fieldsOf(context, schema).length > 0) return true
  const resolved = context.document.resolve(schema)
  return alternativesOf(resolved).length > 0 && valuesOf(context, schema).length === 0
}

/** Filled by reference.js from the place of the schema. */
function renderUnfold(context: Context, name: string): Html {
  const anchor = context.document.schemaAnchors.get(name)
  return html`<details class="unfold" data-of="${anchor}"><summary>${context.texts.fields}: ${name}</summary><p><a href="#${anchor}">${name}</a></p></details>`
}

function toFirstSentence(text: string): string {
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text
}

function renderAlternatives(context: Context, schema: Json, place: string, depth: number): Html {
  const choices = alternativesOf(context.document.resolve(schema)).map(toRecord)
  if (choices.length === 0 || valuesOf(context, schema).length > 0 || depth > nestedDepth) return html``
  const named = choices.flatMap((choice) => namedObjectsOf(context, choice))
  const unnamed = choices.filter((choice) => context.document.schemaName(choice) === undefined)
  return html`<p class="variants">${context.texts.variants}: ${joined(
    choices.map((choice) => renderType(context, choice)),
    ', ',
  )}</p>${named.map((name) => renderUnfold(context, name))}${unnamed.map((choice, index) =>
    renderFields(context, choice, `${place}-${index + 1}`, depth + 1),
  )}`
}

/** Names and types only: enough to see what is returned; reference.js puts the table of the schema in its place. */
export function renderBriefFields(context: Context, schema: Json): Html | undefined {
  const entry = entryOf(context, schema)
  const fields = fieldsOf(context, entry)
  const name = context.document.schemaName(entry)
  if (fields.length === 0)
    return name !== undefined && hasFields(context, entry) ? renderUnfold(context, name) : undefined
  return html`<details class="unfold brief"${
    name !== undefined && html` data-of="${context.document.schemaAnchors.get(name)}"`
  }><summary>${context.texts.fields} <span class="count">${fields.length}</span></summary><ul>${fields.map(
    (field) =>
      html`<li><code>${breakable(field.name)}</code> <span class="type">${renderType(context, field.schema)}</span></li>`,
  )}</ul></details>`
}
