// docs/README.md: the guides by reader, for people who read them in the repository; from the navigation of /docs.
import { Library } from '../web/src/docs/library.ts'
import { audiences } from '../web/src/docs/navigation.ts'
import { textsOf } from '../web/src/texts/texts.ts'

export function describeGuides(made: string): string {
  const { docs } = textsOf('en')
  const library = new Library()
  const toAddress = (file: string) => (file.startsWith('docs/') ? file.slice('docs/'.length) : `../${file}`)
  return [
    `# ${docs.title}`,
    '',
    `<!-- ${made} -->`,
    '',
    'A running service shows these guides at `/docs`, with a search over guides, operations, fields, errors, decisions and settings.',
    '',
    ...audiences.flatMap((audience) => [
      `## ${docs.audiences[audience]}`,
      '',
      ...library
        .pagesOf(audience)
        .map(({ file, title, summary }) => `- [${title}](${toAddress(file)}): ${summary}`),
      ...(audience === 'builders' ? [`- [${docs.audiences.records}](decisions/): ${docs.recordsLead}`] : []),
      '',
    ]),
  ].join('\n')
}
