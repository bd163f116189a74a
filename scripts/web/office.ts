// Builds a bundle of the office: modules that are loaded from the network, page by page. No service worker keeps them, so it has no list of files.
import { languages } from '@walkaround/contract/rules/texts.ts'
import type { Metafile } from 'esbuild'
import {
  assertNoSchemas,
  type Built,
  buildModules,
  define,
  importsIn,
  inputsOf,
  pathIn,
  version,
} from './esbuild.ts'

/** The office borrows parts of the app. What keeps data on a device is not one of them. */
function assertNoStore({ inputs }: Metafile): void {
  const store = Object.keys(inputs).find((path) =>
    /node_modules\/dexie\/|\/workshop\/(store|sync)\//.test(path),
  )
  if (store) throw new Error(`the office must not carry the device's store, but bundles ${store}`)
}

function loadsOf(metafile: Metafile, source: string, folder: string) {
  const { entry, withImports } = importsIn(metafile)
  const made = (path: string) => pathIn(folder, path)
  const main = entry(`${source}/main.tsx`)
  return {
    script: made(main),
    style: made(entry(`${source}/styles.css`)),
    imported: [...withImports(main)].slice(1).map(made),
    words: Object.fromEntries(
      languages.map((language) => [language, made(entry(`${source}/texts/${language}.generated.ts`))]),
    ),
  }
}

/** `name`: the folder of its code, and of what is built. */
export async function buildOffice(name: string, folder: string): Promise<Built> {
  const source = `web/src/${name}`
  const { outputFiles, metafile } = await buildModules(folder, {
    entryPoints: { main: `${source}/main.tsx`, styles: `${source}/styles.css` },
    define,
  })
  assertNoSchemas(metafile!)
  assertNoStore(metafile!)
  const files = outputFiles!.map(({ path, contents }) => ({ path: pathIn(folder, path), contents }))
  const inputs = inputsOf([metafile!], 'scripts/web/office.ts')
  const loads = loadsOf(metafile!, source, folder)
  return {
    files,
    record: { version, loads, files: files.map(({ path }) => path).sort(), inputs } as Built['record'],
  }
}
