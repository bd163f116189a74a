// The packages that the client sees: found by words, page by page.
import type { ListedPackage } from '@walkaround/contract/app/catalogue.ts'
import { useEffect, useMemo, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { useQuery } from '../../../office/app/query.ts'
import { ListSearch } from '../../../office/ui/list-search.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { type Column, Table } from '../../../office/ui/table.tsx'
import { operationUrl } from '../../../workshop/places.ts'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { ImportFile } from './import-file.tsx'
import { NameAndId } from './name-and-id.tsx'

/** After the last key, before the service is asked. */
const PAUSE_MS = 250

export function Packages() {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id }
  const [{ search = '' }] = useQuery()
  const asked = usePaused(search)
  const [imports, setImports] = useState(0)
  const reading = useRead(`${client.id} ${imports} ${asked}`, () =>
    call('listPackageUses', params, { query: { search: asked } }),
  )
  return (
    <section className="panel" aria-label={t('catalogue.packages')}>
      <h2>{t('catalogue.packages')}</h2>
      <p className="soft">{t('catalogue.packagesWhat')}</p>
      <div className="actions">
        <ImportFile
          id="importPackageFile"
          label={t('catalogue.importPackages')}
          say={({ created, changed, unchanged }) =>
            t('catalogue.packagesImported', { created, changed, unchanged })
          }
          onDone={() => setImports((before) => before + 1)}
        />
        <a className="button quiet" href={operationUrl('getPackageFile', params)} download>
          {t('catalogue.takeOwn')}
        </a>
      </div>
      <search className="list-filters no-print">
        <ListSearch label={t('catalogue.search')} />
      </search>
      <ShowReading of={reading}>
        {({ packages, next }) => (
          <Pages key={`${imports} ${asked}`} first={packages} next={next} search={asked} />
        )}
      </ShowReading>
    </section>
  )
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

interface PagesProps {
  first: readonly ListedPackage[]
  next: string | undefined
  search: string
}

function Pages({ first, next: begin, search }: PagesProps) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [more, setMore] = useState<{ packages: readonly ListedPackage[]; next: string | undefined }>({
    packages: first,
    next: begin,
  })
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const columns = useColumns()
  const readOn = async (after: string) => {
    setBusy(true)
    setError(undefined)
    try {
      const page = await call(
        'listPackageUses',
        { system_client_id: client.id },
        { query: { search, after } },
      )
      setMore(({ packages }) => ({ packages: [...packages, ...page.packages], next: page.next }))
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(false)
    }
  }
  const { packages, next } = more
  return (
    <>
      <p className="soft" role="status">
        {t(next === undefined ? 'catalogue.count' : 'catalogue.countMore', { n: packages.length })}
      </p>
      <Table
        caption={t('catalogue.packages')}
        columns={columns}
        rows={packages}
        keyOf={(one) => one.id}
        sortName="packages"
      />
      {error && <RefusalNote error={error} />}
      {next !== undefined && (
        <Button aria-busy={isBusy} disabled={isBusy} onClick={() => readOn(next)}>
          {t('catalogue.more')}
        </Button>
      )}
    </>
  )
}

function useColumns(): readonly Column<ListedPackage>[] {
  const { t } = useWords()
  return useMemo(
    () => [
      {
        name: 'what',
        label: t('catalogue.name'),
        read: ({ id, description }) => description ?? id,
        show: ({ id, description = id }) => <NameAndId name={description} id={id} />,
      },
      {
        name: 'type',
        label: t('catalogue.type'),
        read: ({ packageType }) => (packageType ? t(`clientSettings.package.${packageType}`) : ''),
      },
      {
        name: 'by',
        label: t('catalogue.by'),
        read: ({ isOwn, masterClient }) => (isOwn ? t('catalogue.own') : masterClient),
      },
      { name: 'variants', label: t('catalogue.variants'), read: ({ variants }) => variants, isNumber: true },
      {
        name: 'prices',
        label: t('catalogue.prices'),
        read: ({ isOwn, hasOwnPrices }) =>
          t(isOwn || hasOwnPrices ? 'catalogue.pricesOwn' : 'catalogue.pricesOfMaster'),
      },
      { name: 'answers', label: t('catalogue.answers'), read: ({ answers }) => answers, isNumber: true },
      {
        name: 'templates',
        label: t('catalogue.offeredIn'),
        read: ({ templates = [] }) => templates.join(', '),
      },
    ],
    [t],
  )
}
