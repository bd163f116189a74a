// Loaded before a generator: generating a client needs only the document, so network access is blocked.
import { Socket } from 'node:net'

Socket.prototype.connect = () => {
  throw new Error('A generator may not use the network.')
}
