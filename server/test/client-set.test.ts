// What the command line can set for a client, and of its reminders, has a field on a page of the console, or is the operator's for a
// reason.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { ClientSettingsChange } from '@walkaround/contract/app/client-settings.ts'
import { ReminderSettings } from '@walkaround/contract/app/reminders.ts'
import { commands } from '../src/cli/commands/access.ts'
import { commands as reminderCommands } from '../src/cli/commands/reminders.ts'

/** The fields of the form on a page of the console. */
function fieldsOf(page: string): Set<string> {
  const text = readFileSync(new URL(`../../web/src/console/pages/${page}`, import.meta.url), 'utf8')
  return new Set([...text.matchAll(/of=\{form\.field\('(\w+)'\)\}/g)].map(([, name]) => name as string))
}

const fields = fieldsOf('settings/settings-page.tsx')

/** Options whose name differs from the field of the settings. */
const namesInSettings: Readonly<Record<string, string>> = {
  vinPerMinute: 'vinLookupsPerMinute',
  vinPerDay: 'vinLookupsPerDay',
}
/** Only support changes them, also by the page's operation. */
const ofOperator: Readonly<Record<string, string>> = {
  masters: 'another client shares its templates, and agrees to that outside of the product',
  vinLookupsPerMinute: 'look-ups cost the machine that all clients share',
  vinLookupsPerDay: 'look-ups cost the machine that all clients share',
}

describe('settings of a client', () => {
  test('of the command line have a field on screen, or are the operator’s', () => {
    const options = Object.keys(commands['client set']?.schema.properties ?? {}).filter(
      (name) => name !== 'client',
    )
    assert.ok(options.length > 10)
    const settings = options.map((name) => namesInSettings[name] ?? name)
    const missing = settings.filter((name) => !fields.has(name) && !(name in ofOperator))
    assert.deepEqual(missing, [], 'neither a field of the page nor named as the operator’s')
    assert.deepEqual(
      settings.filter((name) => name in ofOperator && fields.has(name)),
      [],
      'on screen, though only support may change it',
    )
  })

  test('of the operation behind the page have a field, or are the operator’s', () => {
    const names = Object.keys(ClientSettingsChange.properties)
    assert.deepEqual(
      names.filter((name) => !fields.has(name) && !(name in ofOperator)),
      [],
    )
    for (const name of Object.keys(ofOperator)) assert.ok(names.includes(name), name)
  })
})

describe('settings of reminders', () => {
  /** Chosen in one field and, if it is an answer, named in another. */
  const fieldsOfConsent = ['whom', 'answer']

  test('of the command line are those of the operation, and each has a field on screen', () => {
    const options = Object.keys(reminderCommands['reminders set']?.schema.properties ?? {}).filter(
      (name) => name !== 'client',
    )
    assert.deepEqual(options.toSorted(), Object.keys(ReminderSettings.properties).toSorted())
    const wanted = options.flatMap((name) => (name === 'consent' ? fieldsOfConsent : name))
    assert.deepEqual([...fieldsOf('reminders/reminders-page.tsx')].toSorted(), wanted.toSorted())
  })
})
