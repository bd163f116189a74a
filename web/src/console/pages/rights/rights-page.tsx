// Who may do what, made from the rights themselves: each right in words, and with a mark under every role that has it.
import { mayBeLimited } from '@walkaround/contract/rules/managing.ts'
import { mayCall, staffRoles } from '@walkaround/contract/rules/roles.ts'
import { Page } from '../../../office/ui/page.tsx'
import { Icon } from '../../../workshop/ui/icons.tsx'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { shownRights } from './shown-rights.ts'

export function RightsPage() {
  const { t } = useWords()
  return (
    <Page
      title={t('rights.title')}
      what={t('rights.lead')}
      tools={<Link to={{ page: 'people' }}>{t('people.toAll')}</Link>}
    >
      <section className="panel" aria-label={t('rights.title')}>
        <div className="table-box">
          <table className="table rights">
            <caption className="unseen">{t('rights.title')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('rights.right')}</th>
                {staffRoles.map((role) => (
                  <th key={role} scope="col">
                    {t(`settings.role.${role}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shownRights.map((right) => (
                <tr key={right}>
                  <th scope="row">{t(`rights.${right}`)}</th>
                  {staffRoles.map((role) => (
                    <td key={role} data-label={t(`settings.role.${role}`)}>
                      <Mark
                        isGiven={mayCall(role, right)}
                        isWhole={mayBeLimited(role) && !mayCall(role, right, true)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className="soft">{t('rights.limited')}</p>
      </section>
    </Page>
  )
}

/** `isWhole`: somebody who is limited to branches does not have it. */
function Mark({ isGiven, isWhole }: { isGiven: boolean; isWhole: boolean }) {
  const { t } = useWords()
  if (!isGiven) return <span className="soft">{t('form.no')}</span>
  return (
    <span className="rights-mark">
      <Icon name="check" size={18} /> {t(isWhole ? 'rights.whole' : 'form.yes')}
    </span>
  )
}
