import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Values the app needs in dark mode, by the device's setting and by the person's choice: name → value. */
function darkValuesOf(file: string): readonly [string, string][][] {
  const css = readFileSync(new URL(file, import.meta.url), 'utf8')
  const blocks = css.matchAll(
    /:root(?::not\(\[data-theme="light"\]\)|\[data-theme="dark"\])[^{]*\{([^}]*)\}/g,
  )
  return [...blocks].map(([, body = '']) =>
    [...body.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

test('dark is the same whether the device or the person wants it', () => {
  for (const file of ['tokens.css', '../screens/damage/damage.css']) {
    const [byDevice, byPerson, ...others] = darkValuesOf(file)
    assert.ok(byDevice && byDevice.length > 5, file)
    assert.deepEqual(byPerson, byDevice, file)
    assert.deepEqual(others, [], file)
  }
})
