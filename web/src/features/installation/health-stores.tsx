// Backups, file storage, mail, and PDFs of Word documents.
import { DescriptionList } from '../../components/description-list.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Panel } from '../../components/panel.tsx'
import type { Health } from './installation.ts'
import { areas, mailWays, officeStates, texts } from './texts.ts'

export function BackupsPanel({ backups }: { backups: Health['backups'] }) {
  const format = useFormat()
  const { scheduled, lastMade, lastId, place, lastFailed, failing, lastVerified, findings } = backups
  const moment = (value: string | null) =>
    value === null ? texts.never : `${format.dateTime(value)} (${format.relative(value)})`
  return (
    <Panel title="Backups">
      <DescriptionList
        facts={[
          ['Latest', lastId === null ? moment(lastMade) : `${moment(lastMade)}, ${lastId}`],
          ['Location', place ?? texts.unknown],
          ['Scheduled', scheduled ? 'Yes, by the server' : 'No'],
          ...(lastFailed === null
            ? []
            : [
                [
                  'Last failure',
                  `${moment(lastFailed)}${failing ? '' : '; later backups succeeded'}`,
                ] as const,
              ]),
          ['Verified', verifiedInWords(moment(lastVerified), findings)],
        ]}
      />
    </Panel>
  )
}

function verifiedInWords(when: string, findings: number | null): string {
  if (findings === null) return when
  return findings === 0 ? `${when}, complete` : `${when}, ${findings} missing or damaged`
}

export function StoragePanel({ storage }: { storage: Health['storage'] }) {
  const format = useFormat()
  const { kind, reachable, freeBytes, missing, damaged, check, measured, contents, bytes } = storage
  return (
    <Panel title="Files">
      <DescriptionList
        facts={[
          ['Stored in', kind === 'Bucket' ? 'A bucket (S3)' : 'A folder'],
          ['Reachable', reachable ? 'Yes' : 'No'],
          [
            'Used',
            measured === null || contents === null || bytes === null
              ? 'Not counted yet; the first integrity check counts the files'
              : `${format.size(bytes)} in ${format.number(contents)} files, counted ${format.dateTime(measured)}`,
          ],
          [
            'Free',
            freeBytes === null ? texts.unknown : `${format.size(freeBytes)} on the disk of the state folder`,
          ],
          [
            'Missing or damaged',
            missing + damaged === 0 ? 'None known' : `${missing} missing, ${damaged} damaged`,
          ],
          ['Integrity check', checkInWords(check, format.dateTime)],
        ]}
      />
    </Panel>
  )
}

function checkInWords(
  { started, ended }: Health['storage']['check'],
  dateTime: (value: string) => string,
): string {
  if (started === null) return 'Not started yet'
  return ended === null ? `Running since ${dateTime(started)}` : `Last finished ${dateTime(ended)}`
}

export function MailPanel({ mail }: { mail: Health['mail'] }) {
  const format = useFormat()
  const { way, lastSent, waiting, retrying, failed } = mail
  return (
    <Panel title="Mail">
      <DescriptionList
        facts={[
          ['Sent', mailWays[way]],
          ...(way === 'Delivers'
            ? [['Last sent', lastSent === null ? 'None on record' : format.dateTime(lastSent)] as const]
            : []),
          ['Waiting', String(waiting)],
          ['Will be retried', String(retrying)],
          ['Failed', String(failed)],
        ]}
      />
    </Panel>
  )
}

export function OfficePanel({ office }: { office: Health['libreOffice'] }) {
  const format = useFormat()
  const { state, program, checked } = office
  return (
    <Panel title={areas.LibreOffice}>
      <DescriptionList
        facts={[
          ['Made', officeStates[state]],
          ...(program === null ? [] : [['Program', program] as const]),
          ...(checked === null ? [] : [['Last tried', format.dateTime(checked)] as const]),
        ]}
      />
    </Panel>
  )
}
