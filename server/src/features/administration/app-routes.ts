// The console's routes of what affects several features at once: settings of the client, sites, branches.
import { getClientSettings, putClientSettings } from '@walkaround/contract/app/client-settings.ts'
import * as contract from '@walkaround/contract/app/places.ts'
import { type Door, serve } from '../../http/door.ts'
import { fromRoot } from '../../http/from-root.ts'
import { noContent, ok, redirected } from '../../http/reply.ts'
import { findShownBranch, findShownSite, putBranch, putSite } from './change-places.ts'
import { readClientForm, saveClientForm } from './client-form.ts'
import { mergeBranch, previewMerge } from './merge-branch.ts'
import { linkToLogo, type Media, setLogo, takeLogo } from './site-logo.ts'

const asText = (found: object | undefined) => found && JSON.stringify(found)

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

  serve(door, contract.putSite, async (call) => {
    const { site_id: id } = call.params
    const site = await call.change(
      async (scope) => asText(await findShownSite(scope, id)),
      (scope, precondition) => putSite(scope, id, call.fields.get(), precondition),
      JSON.stringify,
    )
    forget()
    return ok(site)
  })

  serve(door, contract.putBranch, async (call) => {
    const { branch_id: id } = call.params
    const branch = await call.change(
      async (scope) => asText(await findShownBranch(scope, id)),
      (scope, precondition) => putBranch(scope, id, call.fields.get(), precondition),
      JSON.stringify,
    )
    forget()
    return ok(branch)
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
