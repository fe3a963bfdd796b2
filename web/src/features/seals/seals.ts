// Requests about the certificates that seal signed documents, and about what was sealed.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Item, Sent } from '../../lib/calls.ts'
import { answer, client, signedInUserId } from '../../lib/client.ts'
import { sendBytes } from '../../lib/send-bytes.ts'
import { useAction } from '../../lib/use-action.ts'

export type Certificate = Item<'/v2/signingCertificates'>
export type SealCheck = Answer<'/v2/sealChecks', 'post'>
export type CheckedSeal = SealCheck['seals'][number]

export const certificatesQuery = queryOptions({
  queryKey: ['signing-certificates'],
  queryFn: ({ signal }) =>
    answer(client.GET('/v2/signingCertificates', { signal })).then(({ items }) => items),
})

export const authorityQuery = queryOptions({
  queryKey: ['time-stamp-authority'],
  queryFn: ({ signal }) => answer(client.GET('/v2/timeStampAuthority', { signal })),
})

export function useReplaceCertificate() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: Sent<'/v2/signingCertificates', 'post'>) =>
      answer(client.POST('/v2/signingCertificates', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: certificatesQuery.queryKey }),
  })
}

/** Saves a sealed page; the first one makes the certificate. */
export function useSealedSample() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: async () => {
      const sample = await answer(client.POST('/v2/signingCertificates/sample', { parseAs: 'blob' }))
      const link = document.createElement('a')
      link.href = URL.createObjectURL(sample)
      link.download = 'sample-seal.pdf'
      link.click()
      URL.revokeObjectURL(link.href)
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: certificatesQuery.queryKey }),
  })
}

export function useSetAuthority() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (url: string) => answer(client.PUT('/v2/timeStampAuthority', { body: { url } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: authorityQuery.queryKey }),
  })
}

export function useRemoveAuthority() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: () => answer(client.DELETE('/v2/timeStampAuthority')),
    onSuccess: () => queries.invalidateQueries({ queryKey: authorityQuery.queryKey }),
  })
}

/** The bytes of a small file in base64. */
export async function inBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Checks a file: with an account by v2, and by everybody's address without one. */
export const useCheckSeals = () =>
  useAction({
    mutationFn: async ({ file }: { file: File; name: string }): Promise<SealCheck> => {
      const path = signedInUserId() === undefined ? '/seal-checks' : '/v2/sealChecks'
      const response = await sendBytes(path, file, { type: 'application/pdf' })
      return (await response.json()) as SealCheck
    },
  })
