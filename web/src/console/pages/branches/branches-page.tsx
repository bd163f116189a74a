// The branches of the client and their dealer codes; those that registered themselves come first, until somebody has looked at them.
import type { Branch } from '@walkaround/contract/app/places.ts'
import { foldForSearch as fold } from '@walkaround/contract/rules/folding.ts'
import { useMemo, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import type { PageProps } from '../../../office/app/page-props.ts'
import { useQuery } from '../../../office/app/query.ts'
import { ListSearch } from '../../../office/ui/list-search.tsx'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { type Column, Table } from '../../../office/ui/table.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button, Empty, Note } from '../../../workshop/ui/parts.tsx'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { BranchPage } from './branch-page.tsx'
import { NewBranchSheet } from './new-branch-sheet.tsx'

export const BranchesPage = ({ place: { key } }: PageProps) =>
  key === undefined ? <Branches /> : <BranchPage key={key} id={key} />

function Branches() {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id }
  const [isNew, begin] = useState(false)
  const reading = useRead(client.id, async () => {
    const [branches, sites] = await Promise.all([call('listBranches', params), call('listSites', params)])
    return { branches, sites }
  })
  return (
    <Page
      title={t('branches.title')}
      what={t('branches.lead')}
      tools={
        <Button look="main" icon="plus" onClick={() => begin(true)}>
          {t('branches.new')}
        </Button>
      }
    >
      <ShowReading of={reading}>
        {({ branches, sites }) => (
          <>
            <List branches={branches} siteNames={new Map(sites.map(({ id, name }) => [id, name]))} />
            {isNew && <NewBranchSheet sites={sites} onClose={() => begin(false)} />}
          </>
        )}
      </ShowReading>
    </Page>
  )
}

interface ListProps {
  branches: readonly Branch[]
  siteNames: ReadonlyMap<string, string>
}

function List({ branches, siteNames }: ListProps) {
  const { t } = useWords()
  const [{ search = '' }] = useQuery()
  const columns = useColumns(siteNames)
  const words = fold(search)
  const found = branches
    .filter(
      ({ id: own, name, codes, siteId }) =>
        words === '' || fold([own, name, ...codes, siteNames.get(siteId)].join('|')).includes(words),
    )
    .toSorted((a, b) => Number(b.isNew ?? false) - Number(a.isNew ?? false))
  const fresh = branches.filter(({ isNew }) => isNew).length
  if (branches.length === 0)
    return <Empty icon="place" title={t('branches.none')} what={t('branches.noneWhat')} />
  return (
    <>
      {fresh > 0 && (
        <Note tone="soon" title={t('branches.fresh', { n: fresh })}>
          {t('branches.freshWhat')}
        </Note>
      )}
      <section className="panel" aria-label={t('branches.title')}>
        <search className="list-filters no-print">
          <ListSearch label={t('branches.search')} />
          <p className="soft" role="status">
            {t('branches.count', { n: found.length })}
          </p>
        </search>
        <Table caption={t('branches.title')} columns={columns} rows={found} keyOf={(branch) => branch.id} />
      </section>
    </>
  )
}

function useColumns(siteNames: ReadonlyMap<string, string>): readonly Column<Branch>[] {
  const { t } = useWords()
  return useMemo(
    () => [
      {
        name: 'name',
        label: t('branches.name'),
        read: ({ name }) => name,
        show: ({ id, name }) => <Link to={{ page: 'branches', key: id }}>{name}</Link>,
      },
      { name: 'codes', label: t('branches.codes'), read: ({ codes }) => codes.join(', ') },
      { name: 'site', label: t('branches.site'), read: ({ siteId }) => siteNames.get(siteId) ?? siteId },
      { name: 'id', label: t('branches.id'), read: ({ id }) => id },
      { name: 'new', label: t('branches.state'), read: ({ isNew }) => (isNew ? t('branches.isNew') : '') },
    ],
    [t, siteNames],
  )
}
