/// Carries the version of the module, so that the loader can refuse a wrong version before it runs.

asm(".section .custom_section.posenc,\"\",@\n.ascii \"" POSENC_VERSION "\"\n.text\n");
