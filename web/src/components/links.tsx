// Links within the app with Mantine's styles and the router's types.
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type Native = Omit<ComponentProps<'a'>, keyof AnchorProps | keyof ButtonProps>

/** A link in running text. */
export const TextLink = createLink((props: AnchorProps & Native) => <Anchor {...props} />)

/** A link as the main action of a page. */
export const ButtonLink = createLink((props: ButtonProps & Native) => <Button component="a" {...props} />)
