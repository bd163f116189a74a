// The logo of a site: shown as customers see it, set from a file, removed.
import type { Site } from '@walkaround/contract/app/places.ts'
import { type FormEvent, useId, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { operationUrl } from '../../../workshop/places.ts'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { Button } from '../../../workshop/ui/parts.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'

export function SiteLogo({ site, onChanged }: { site: Site; onChanged: () => void }) {
  const { t } = useWords()
  const { call, putBytes } = useOffice()
  const { client } = useSignedIn()
  const [error, setError] = useState<Error>()
  const [isBusy, setBusy] = useState(false)
  const id = useId()
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
  const choose = (event: FormEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    event.currentTarget.value = ''
    if (file) act(() => putBytes('putSiteLogo', params, file), t('sites.logoSet'))
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
          <label className={`button plain file-button ${isBusy ? 'busy' : ''}`} htmlFor={id}>
            <span>{t('sites.chooseLogo')}</span>
            <input id={id} type="file" accept="image/png,image/jpeg,image/webp" onChange={choose} />
          </label>
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
