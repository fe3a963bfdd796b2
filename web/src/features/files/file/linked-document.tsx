// A document that is kept in another store: where it is, instead of a preview.
import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Loading } from '../../../components/loading.tsx'
import { linkQuery } from '../files.ts'
import { filePageTexts as texts } from '../texts.ts'
import classes from './linked-document.module.css'

export function LinkedDocument({ fileId }: { fileId: number }) {
  const link = useQuery(linkQuery(fileId))
  if (link.isError) return <ErrorAlert error={link.error} />
  if (link.isPending) return <Loading />
  const address = link.data?.externalWebUri ?? ''
  if (!address.startsWith('https:')) return <p>{texts.noContent}</p>
  return (
    <div className={classes.linked}>
      <IconExternalLink size={40} stroke={1.25} aria-hidden="true" />
      <strong>{texts.linkTitle}</strong>
      <p>{texts.linkHint(new URL(address).host)}</p>
      <Button component="a" href={address} target="_blank" rel="noopener noreferrer">
        {texts.linkOpen}
      </Button>
    </div>
  )
}
