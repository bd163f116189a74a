// Makes server/data/leaked-passwords.bin from a list of leaked passwords, one a line:
//   node tools/leaked-passwords.ts 10-million-password-list-top-1000000.txt
// It keeps the passwords that the other rules would accept. docs/decisions/0040 names the list.
import { readFileSync, writeFileSync } from 'node:fs'
import { PREFIX_BYTES, prefixOf } from '../server/src/identity/leaked-passwords.ts'
import { brokenWrittenRule, toNormal } from '../server/src/identity/password-rules.ts'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('name the file that holds the list, one password a line')

const taken = new Set(
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((password) => brokenWrittenRule(password) === undefined)
    .map((password) => toNormal(password).toLowerCase()),
)
const prefixes = [...new Set([...taken].map((text) => prefixOf(text).toString('hex')))].sort()
writeFileSync(
  new URL('../server/data/leaked-passwords.bin', import.meta.url),
  Buffer.from(prefixes.join(''), 'hex'),
)
console.log(`${prefixes.length} passwords, ${prefixes.length * PREFIX_BYTES} bytes`)
