// Keeps the page when a preview fails in a way nobody expected: another person's document must not take the page with
// it.
import { Component, type ReactNode } from 'react'

export class BrokenPart extends Component<{ instead: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
