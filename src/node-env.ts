// Imported before anything else: libraries choose their slow development halves by this variable while they are loaded.
process.env.NODE_ENV ??= "production";
