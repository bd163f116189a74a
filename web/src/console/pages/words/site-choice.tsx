// Which site a preview shows: only asked for if the client has several.
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Choice } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'

interface SiteChosen {
  /** Undefined: the default site. */
  siteId: string | undefined
  sites: readonly { id: string; name: string; isDefault?: boolean | undefined }[]
  choose: (id: string) => void
}

/** Without the list, a preview shows the default site: nothing else depends on it. */
export function useSiteChosen(): SiteChosen {
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [siteId, choose] = useState<string>()
  const { value: sites = [] } = useRead(client.id, () => call('listSites', { system_client_id: client.id }))
  return { siteId, sites, choose }
}

/** Few sites stand side by side. */
const MOST_BESIDE = 4

export function SiteChoice({ of: { siteId, sites, choose } }: { of: SiteChosen }) {
  const { t } = useWords()
  if (sites.length < 2) return null
  const value = siteId ?? sites.find(({ isDefault }) => isDefault)?.id ?? ''
  const options = sites.map(({ id, name }) => ({ value: id, label: name }))
  if (sites.length <= MOST_BESIDE)
    return <Choice label={t('words.site')} options={options} value={value} onChoose={choose} />
  return (
    <label className="field words-site">
      <span>{t('words.site')}</span>
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
