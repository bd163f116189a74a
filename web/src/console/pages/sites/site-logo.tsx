// The logo of a site: shown as customers see it, set from a file, removed.
import type { Site } from '@walkaround/contract/app/places.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { FileButton } from '../../../office/ui/file-button.tsx'
import { operationUrl } from '../../../workshop/places.ts'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { Button } from '../../../workshop/ui/parts.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'

export function SiteLogo({ site, onChanged }: { site: Site; onChanged: () => void }) {
  const { t } = useWords()
  const { call, sendFile } = useOffice()
  const { client } = useSignedIn()
  const [error, setError] = useState<Error>()
  const [isBusy, setBusy] = useState(false)
  const params = { system_client_id: client.id, site_id: site.id }
  const act = async (work: () => Promise<unknown>, done: string) => {
    setError(undefined)
    setBusy(true)
    try {
      await work()
      toast(done)
      onChanged()
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="panel form-part" aria-label={t('sites.logo')}>
      <h2>{t('sites.logo')}</h2>
      {error && <RefusalNote error={error} />}
      <div className="logo-row">
        {site.logo === undefined ? (
          <p className="soft">{t('sites.noLogoWhat')}</p>
        ) : (
          <img
            className="logo"
            src={`${operationUrl('getSiteLogo', params)}?v=${site.logo.slice(0, 12)}`}
            alt={t('sites.logoOf', { name: site.name })}
          />
        )}
        <div className="actions">
          <FileButton
            label={t('sites.chooseLogo')}
            accept="image/png,image/jpeg,image/webp"
            isBusy={isBusy}
            onChoose={(file) => act(() => sendFile('putSiteLogo', params, file), t('sites.logoSet'))}
          />
          {site.logo !== undefined && (
            <Button
              look="quiet"
              disabled={isBusy}
              onClick={() => act(() => call('deleteSiteLogo', params), t('sites.logoRemoved'))}
            >
              {t('sites.removeLogo')}
            </Button>
          )}
        </div>
      </div>
      <p className="soft">{t('sites.logoWhat')}</p>
    </section>
  )
}
