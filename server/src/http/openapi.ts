// The published description of the interface, with this installation's address in it.
import { readFileSync } from 'node:fs'
import { appInterface, buildOpenApi, dmsInterface } from '@walkaround/contract/openapi.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export const serviceVersion = version

export const openApi = (baseUrl: string) => buildOpenApi({ ...dmsInterface, version, baseUrl })

export const appOpenApi = (baseUrl: string) => buildOpenApi({ ...appInterface, version, baseUrl })

let made: { baseUrl: string; text: string } | undefined

export function openApiText(baseUrl: string): string {
  if (made?.baseUrl !== baseUrl) made = { baseUrl, text: JSON.stringify(openApi(baseUrl)) }
  return made.text
}
