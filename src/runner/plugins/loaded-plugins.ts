/** File of a plugin, as sage.yaml names it, with the hash of its text. */
export type PluginHashes = Readonly<Record<string, string>>

let loaded: PluginHashes = {}

export const noteLoaded = (hashes: PluginHashes): void => {
  loaded = hashes
}

/** What a run is stored and compared with. Nothing where no plugin is loaded, so that runs without plugins look as before. */
export const pluginVersions = (): { readonly plugins?: PluginHashes } =>
  Object.keys(loaded).length === 0 ? {} : { plugins: loaded }
