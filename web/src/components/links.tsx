// Links within the app that look as Mantine's do and keep the router's types.
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type Native = Omit<ComponentProps<'a'>, keyof AnchorProps | keyof ButtonProps>

/** A link in running text. */
export const TextLink = createLink((props: AnchorProps & Native) => <Anchor {...props} />)

/** A link that is the page's next step. */
export const ButtonLink = createLink((props: ButtonProps & Native) => <Button component="a" {...props} />)
