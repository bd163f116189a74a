// The console's routes of templates and packages: what uses what, and their files.
import * as contract from '@walkaround/contract/app/catalogue.ts'
import { type Door, serve } from '../../http/door.ts'
import { ok } from '../../http/reply.ts'
import { readCatalogue, readTemplate, takeCatalogue, takeTemplate } from './catalogue-bytes.ts'
import { listPackageCatalogue, listTemplateCatalogue } from './list-catalogue.ts'
import { recordPackageExport, recordTemplateExport } from './record-export.ts'

export function assignmentAppRoutes(door: Door): void {
  serve(door, contract.listTemplates, async (call) => ok(await call.read(listTemplateCatalogue)))

  serve(door, contract.listPackageUses, async (call) =>
    ok(await call.read((scope) => listPackageCatalogue(scope, call.query.get()))),
  )

  serve(door, contract.getTemplateFile, async (call) => {
    const { params, query } = call
    const { version } = query.get()
    const file = await call.read((scope) => readTemplate(scope, params.template_id, version))
    return asFile(file, () =>
      call.write(async (scope) => recordTemplateExport(scope, params.template_id, version)),
    )
  })

  serve(door, contract.getPackageFile, async (call) => {
    const { package: id } = call.query.get()
    const file = await call.read((scope) => readCatalogue(scope, id))
    return asFile(file, () => call.write(async (scope) => recordPackageExport(scope, id)))
  })

  serve(door, contract.importTemplateFile, async (call) => {
    const document = await takeTemplate(call.stream)
    return ok(await call.write(document))
  })

  serve(door, contract.importPackageFile, async (call) => {
    const file = await takeCatalogue(call.stream)
    return ok(await call.write(file))
  })
}

/** The audit tells who took it along; whoever has it already takes nothing. */
function asFile(
  { bytes, etag, name }: { bytes: Buffer; etag: string; name: string },
  record: () => Promise<void>,
) {
  return {
    status: 200 as const,
    bytes: async () => {
      await record()
      return bytes
    },
    etag,
    headers: {
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    },
  }
}
