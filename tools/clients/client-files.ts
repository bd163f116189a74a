// The generated files of clients/, from the OpenAPI document; `npm run generate` writes them.
import { readDocument } from './document.ts'
import { httpFile } from './http-file.ts'
import { postmanFile } from './postman.ts'
import { typescriptFile } from './typescript.ts'

/** By path in the project. */
export function clientFiles(openApi: unknown, made: string): Record<string, () => string> {
  const document = readDocument(openApi)
  return {
    'clients/typescript/src/interface.generated.ts': () => typescriptFile(document, made),
    'clients/http/walkaround.http': () => httpFile(document, made),
    'clients/postman/walkaround.postman_collection.json': () => postmanFile(document, made),
  }
}
