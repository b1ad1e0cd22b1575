// Preloaded when the site is built: whatever asks for another machine fails the build, on a machine with a network, too.
import net from 'node:net'

const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function (...words) {
  const [target] = Array.isArray(words[0]) ? words[0] : words
  if (target?.path === undefined && typeof target !== 'string')
    throw new TypeError(`The site is built offline, but something asks for ${target?.host ?? target}.`)
  return connect.apply(this, words)
}
