// The languages of the request code besides curl, in the order of the page.
import type { CodeLanguage } from './call.ts'
import { csharp } from './csharp.ts'
import { java } from './java.ts'
import { javascript } from './javascript.ts'
import { python } from './python.ts'

export const codeLanguages: readonly CodeLanguage[] = [javascript, python, csharp, java]
