// The console's routes of what affects several features at once: settings of the client, logos of sites, merged branches.
import { getClientSettings, putClientSettings } from '@walkaround/contract/app/client-settings.ts'
import * as contract from '@walkaround/contract/app/places.ts'
import { type Door, serve } from '../../http/door.ts'
import { fromRoot } from '../../http/from-root.ts'
import { noContent, ok, redirected } from '../../http/reply.ts'
import { readClientForm, saveClientForm } from './client-form.ts'
import { mergeBranch, previewMerge } from './merge-branch.ts'
import { linkToLogo, type Media, setLogo, takeLogo } from './site-logo.ts'

interface Administration {
  media: Media
  /** What is remembered of callers and their clients is read again. */
  forget: () => void
}

export function administrationAppRoutes(door: Door, { media, forget }: Administration): void {
  serve(door, getClientSettings, async (call) => ok(await call.read(readClientForm)))

  serve(door, putClientSettings, async (call) => {
    const { role } = call.person()
    const by = { role, baseUrl: door.baseUrl() }
    const changed = await call.change(
      async (scope) => JSON.stringify(await readClientForm(scope)),
      (scope, precondition) => saveClientForm(scope, by, call.fields.get(), precondition),
      (after) => JSON.stringify(after),
    )
    forget()
    return ok(changed)
  })

  serve(door, contract.putSiteLogo, async (call) => {
    const { site_id: siteId } = call.params
    const logo = await takeLogo(media, call.clientId, call.stream)
    return ok(await call.write((scope) => setLogo(scope, siteId, logo)))
  })

  serve(door, contract.deleteSiteLogo, async (call) => {
    await call.write((scope) => setLogo(scope, call.params.site_id, null))
    return noContent
  })

  serve(door, contract.getSiteLogo, async (call) => {
    const link = await call.read((scope) => linkToLogo(scope, media, call.params.site_id))
    return redirected(fromRoot(door, contract.getSiteLogo, link))
  })

  serve(door, contract.previewBranchMerge, async (call) => {
    const { branch_id: from, into_id: into } = call.params
    return ok(await call.read((scope) => previewMerge(scope, { from, into })))
  })

  serve(door, contract.mergeBranch, async (call) => {
    const { branch_id: from, into_id: into } = call.params
    const moved = await call.write((scope) => mergeBranch(scope, { clientId: scope.clientId, from, into }))
    forget()
    return ok(moved)
  })
}
