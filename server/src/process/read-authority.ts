// Reads the file of a private authority that a setting names, so that a wrong path is reported at the start, with the setting's
// name.
import { readFileSync } from 'node:fs'
import { ConfigError } from '../config/config.ts'

export function readAuthority(setting: string, file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError([`${setting}: "${file}" cannot be read: ${(error as Error).message}`])
  }
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  throw new ConfigError([`${setting}: "${file}" holds no certificate; it must be a PEM file`])
}
