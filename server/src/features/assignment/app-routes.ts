// The console's routes of templates and packages: what uses what, and their files.
import * as contract from '@walkaround/contract/app/catalogue.ts'
import { type Door, serve } from '../../http/door.ts'
import { ok } from '../../http/reply.ts'
import { readCatalogue, readTemplate, takeCatalogue, takeTemplate } from './catalogue-bytes.ts'
import { listPackageCatalogue, listTemplateCatalogue } from './list-catalogue.ts'

export function assignmentAppRoutes(door: Door): void {
  serve(door, contract.listTemplates, async (call) => ok(await call.read(listTemplateCatalogue)))

  serve(door, contract.listPackageUses, async (call) =>
    ok(await call.read((scope) => listPackageCatalogue(scope, call.query.get()))),
  )

  serve(door, contract.getTemplateFile, async (call) =>
    asFile(
      await call.read((scope) => readTemplate(scope, call.params.template_id, call.query.get().version)),
    ),
  )

  serve(door, contract.getPackageFile, async (call) =>
    asFile(await call.read((scope) => readCatalogue(scope, call.query.get().package))),
  )

  serve(door, contract.importTemplateFile, async (call) => {
    const document = await takeTemplate(call.stream)
    return ok(await call.write(document))
  })

  serve(door, contract.importPackageFile, async (call) => {
    const file = await takeCatalogue(call.stream)
    return ok(await call.write(file))
  })
}

function asFile({ bytes, etag, name }: { bytes: Buffer; etag: string; name: string }) {
  return {
    status: 200 as const,
    bytes: async () => bytes,
    etag,
    headers: {
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    },
  }
}
