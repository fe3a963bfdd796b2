// Generates docs/configuration.md from the settings themselves.
import { settings } from '../server/platform/settings/config.ts'

/** The page that documents every setting. */
export function configurationPage(): string {
  const rows = Object.values(settings).map(
    ({ variable, meaning, shownDefault }) => `| \`${variable}\` | ${meaning} | ${shownDefault ?? ''} |`,
  )
  return [
    '# Settings',
    '',
    '<!-- GENERATED from server/platform/settings/config.ts by `npm run generate`; do not edit. -->',
    '',
    'Settings are environment variables. All mistakes in them are reported together when the server starts,',
    'and a variable that begins with `CHANCERY_` and is not listed here is a mistake too.',
    '',
    '| variable | meaning | default |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
