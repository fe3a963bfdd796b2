// How a placeholder is written, and the names that a document of this type may use.
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { StatusMessage } from '../../../components/status-message.tsx'
import { useCopy } from '../../../components/use-copy.ts'
import table from '../../../components/plain-table.module.css'
import classes from '../../types/types.module.css'
import { type FoundPlaceholders, placeholdersQuery } from './template.ts'
import { placeholderTexts as texts } from './texts.ts'

/** Open before the first template, and folded away afterwards. */
export function PlaceholderHelp({ typeId, opened }: { typeId: number; opened: boolean }) {
  const found = useQuery(placeholdersQuery(typeId))
  return (
    <details className={classes.help} open={opened}>
      <summary>{texts.title}</summary>
      <Stack gap="sm" mt="xs">
        <Text size="sm">{texts.lead}</Text>
        <table className={table['table']} aria-label={texts.title}>
          <tbody>
            {texts.examples.map(([written, becomes]) => (
              <tr key={written}>
                <th scope="row">
                  <Code>{written}</Code>
                </th>
                <td>{becomes}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {found.data ? <Names found={found.data} /> : null}
      </Stack>
    </details>
  )
}

function Names({ found: { placeholders, unused, others } }: { found: FoundPlaceholders }) {
  const used = placeholders.flatMap(({ field }) => field ?? [])
  const names = [...new Set([...[...used, ...unused].map(({ write }) => write), ...others])]
  return (
    <div>
      <Text size="sm" fw={500}>
        {texts.names}
      </Text>
      {used.length + unused.length === 0 ? <p className={classes.quiet}>{texts.noFields}</p> : null}
      <Group gap={6} mt={4}>
        {names.map((name) => (
          <NameToCopy key={name} name={`{${name}}`} />
        ))}
      </Group>
    </div>
  )
}

function NameToCopy({ name }: { name: string }) {
  const text = useRef<HTMLSpanElement>(null)
  const { copy, outcome } = useCopy(name, () => {
    if (text.current) window.getSelection()?.selectAllChildren(text.current)
  })
  return (
    <Group gap={4}>
      <Button size="compact-xs" variant="default" aria-label={texts.copy(name)} onClick={() => void copy()}>
        <span ref={text}>{name}</span>
      </Button>
      <StatusMessage>{outcome}</StatusMessage>
    </Group>
  )
}
